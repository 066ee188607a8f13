/** Cases from practice, each under its number, on the blocking driver and without a socket. */
package dev.reprise.cases;
