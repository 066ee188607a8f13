package dev.reprise.httpclient;

import dev.reprise.http.HttpAnswer;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;

/** The head of an answer that was kept with an action or brought by a query. */
record FoundHead(HttpAnswer answer) implements HttpResponse.ResponseInfo {

    @Override
    public int statusCode() {
        return answer.status();
    }

    @Override
    public HttpHeaders headers() {
        return HttpHeaders.of(answer.headers(), (name, value) -> true);
    }

    @Override
    public HttpClient.Version version() {
        return HttpClient.Version.HTTP_1_1;
    }
}
