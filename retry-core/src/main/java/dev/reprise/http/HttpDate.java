package dev.reprise.http;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The three forms of a timestamp in HTTP (RFC 9110 §5.6.7). The formatters of {@code java.time} are of no use: they
 * know one form of the three, refuse leap seconds, take offsets, and move 30 February.
 */
final class HttpDate {

    private static final List<String> DAYS = List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
    private static final List<String> LONG_DAYS =
            List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");
    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

    // [0-9] and not \d, which on Android takes the digits of every script.
    private static final String TIME = "([0-9]{2}):([0-9]{2}):([0-9]{2})";
    private static final Pattern IMF_FIXDATE =
            Pattern.compile("([A-Za-z]+), ([0-9]{2}) ([A-Za-z]+) ([0-9]{4}) " + TIME + " GMT");
    private static final Pattern RFC850 =
            Pattern.compile("([A-Za-z]+), ([0-9]{2})-([A-Za-z]+)-([0-9]{2}) " + TIME + " GMT");
    private static final Pattern ASCTIME =
            Pattern.compile("([A-Za-z]+) ([A-Za-z]+) ([0-9]{2}| [0-9]) " + TIME + " ([0-9]{4})");

    private static final int YEARS_AHEAD = 50;

    private HttpDate() {}

    /**
     * Reads a timestamp.
     *
     * @param text without surrounding blanks
     * @param now what the two-digit year of the second form is measured against
     * @return the moment, or null if this is not a timestamp or there is no such day
     */
    static @Nullable Instant parse(String text, Instant now) {
        Matcher fixdate = IMF_FIXDATE.matcher(text);
        if (fixdate.matches()) {
            LocalDate date = date(number(fixdate, 4), fixdate.group(3), number(fixdate, 2));
            return moment(date, DAYS.indexOf(fixdate.group(1)), secondOfDay(fixdate, 5));
        }
        Matcher rfc850 = RFC850.matcher(text);
        if (rfc850.matches()) {
            LocalDate date = recentDate(rfc850, now);
            return moment(date, LONG_DAYS.indexOf(rfc850.group(1)), secondOfDay(rfc850, 5));
        }
        Matcher asctime = ASCTIME.matcher(text);
        if (asctime.matches()) {
            LocalDate date = date(number(asctime, 7), asctime.group(2), number(asctime, 3));
            return moment(date, DAYS.indexOf(asctime.group(1)), secondOfDay(asctime, 4));
        }
        return null;
    }

    /** Whether a comma after this text belongs to a date. */
    static boolean isDayName(String text) {
        return DAYS.contains(text) || LONG_DAYS.contains(text);
    }

    /** RFC 9110 §5.6.7: what appears to be more than 50 years ahead is the most recent year with these two digits. */
    private static @Nullable LocalDate recentDate(Matcher rfc850, Instant now) {
        LocalDateTime latest = LocalDateTime.ofInstant(now, ZoneOffset.UTC).plusYears(YEARS_AHEAD);
        int year = latest.getYear() - Math.floorMod(latest.getYear() - number(rfc850, 4), 100);
        LocalDate date = date(year, rfc850.group(3), number(rfc850, 2));
        int second = secondOfDay(rfc850, 5);
        if (date != null && date.atStartOfDay().plusSeconds(second).isAfter(latest)) {
            return date(year - 100, rfc850.group(3), number(rfc850, 2));
        }
        return date;
    }

    private static @Nullable LocalDate date(int year, String monthName, int day) {
        int month = MONTHS.indexOf(monthName) + 1;
        if (month == 0 || !YearMonth.of(year, month).isValidDay(day)) {
            return null;
        }
        return LocalDate.of(year, month, day);
    }

    private static @Nullable Instant moment(@Nullable LocalDate date, int dayIndex, int secondOfDay) {
        if (date == null || secondOfDay < 0 || dayIndex < 0 || date.getDayOfWeek() != DayOfWeek.of(dayIndex + 1)) {
            return null;
        }
        return date.atStartOfDay().plusSeconds(secondOfDay).toInstant(ZoneOffset.UTC);
    }

    /** Second 60 is a leap second (RFC 9110 §5.6.7) and counts as the next minute's first. Negative: no such time. */
    private static int secondOfDay(Matcher matcher, int group) {
        int hour = number(matcher, group);
        int minute = number(matcher, group + 1);
        int second = number(matcher, group + 2);
        return hour > 23 || minute > 59 || second > 60 ? -1 : (hour * 60 + minute) * 60 + second;
    }

    private static int number(Matcher matcher, int group) {
        String digits = matcher.group(group);
        return Integer.parseInt(digits.startsWith(" ") ? digits.substring(1) : digits);
    }
}
