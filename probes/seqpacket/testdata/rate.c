/*
 * What the test program of the mail does (Rainer Weikusat,
 * 87ziyb6uo0.fsf@doppelsaurus.mobileactivedefense.com, 18 November 2015),
 * written anew: a forked reader takes the time that a million messages of
 * 16 bytes need over a SOCK_SEQPACKET socketpair. Prints messages a second.
 */
#include <stdio.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZE = 16, COUNT = 1000000 };

int main(void)
{
	char message[SIZE] = { 0 };
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends))
		return 1;
	if (fork() == 0) {
		struct timeval from, to;

		close(ends[0]);
		gettimeofday(&from, NULL);
		while (read(ends[1], message, SIZE) > 0)
			;
		gettimeofday(&to, NULL);
		printf("%f\n", COUNT / (to.tv_sec - from.tv_sec + (to.tv_usec - from.tv_usec) / 1e6));
		fflush(stdout);
		_exit(0);
	}
	close(ends[1]);
	for (int i = 0; i < COUNT; i++)
		if (write(ends[0], message, SIZE) != SIZE)
			return 1;
	close(ends[0]);
	wait(NULL);
	return 0;
}
