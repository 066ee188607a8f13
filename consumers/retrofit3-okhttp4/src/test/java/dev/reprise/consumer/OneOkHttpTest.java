package dev.reprise.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import okhttp3.HttpUrl;
import okhttp3.OkHttp;
import org.junit.jupiter.api.Test;

class OneOkHttpTest {

    @Test
    void the_class_path_holds_exactly_the_okhttp_that_the_application_chose() throws Exception {
        List<URL> found = Collections.list(getClass().getClassLoader().getResources("okhttp3/OkHttpClient.class"));

        assertThat(found).singleElement().asString().contains("/okhttp-4.12.0.jar!/");
        // Read at run time: the compiler would write the constant of its own class path into this class.
        assertThat(OkHttp.class.getField("VERSION").get(null)).isEqualTo("4.12.0");
    }

    @Test
    void the_wrapped_client_gets_its_answer() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/orders/1001", exchange -> {
            byte[] body = "paid".getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            HttpUrl service =
                    HttpUrl.get("http://127.0.0.1:" + server.getAddress().getPort() + "/");

            assertThat(Orders.at(service).order("1001").execute().body().string())
                    .isEqualTo("paid");
        } finally {
            server.stop(0);
        }
    }
}
