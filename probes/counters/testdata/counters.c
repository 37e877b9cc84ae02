/* The loop of this package in C, to hold ours against: two threads, each
 * pinned to a CPU, add to counters so many bytes apart for a time.
 * Usage: counters CPU CPU BYTES_APART MILLISECONDS; prints operations a second.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static _Alignas(4096) char memory[8192];
static _Alignas(256) atomic_int go, stop, ready;

struct worker {
	_Alignas(256) int cpu;
	atomic_long *count;
	double rate;
};

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static void *run(void *arg)
{
	struct worker *w = arg;
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(w->cpu, &set);
	if (sched_setaffinity(0, sizeof set, &set))
		exit(3);
	atomic_fetch_add(&ready, 1);
	while (!atomic_load(&go))
		;
	double start = now();
	long ops = 0;
	while (!atomic_load_explicit(&stop, memory_order_relaxed)) {
		for (int i = 0; i < 64; i++)
			atomic_fetch_add(w->count, 1);
		ops += 64;
	}
	w->rate = ops / (now() - start);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc != 5)
		return 2;
	static struct worker w[2];
	pthread_t t[2];
	for (int i = 0; i < 2; i++) {
		w[i].cpu = atoi(argv[1 + i]);
		w[i].count = (atomic_long *)(memory + i * atoi(argv[3]));
		pthread_create(&t[i], 0, run, &w[i]);
	}
	while (atomic_load(&ready) < 2)
		sched_yield();
	long ms = atol(argv[4]);
	struct timespec d = {ms / 1000, ms % 1000 * 1000000};
	atomic_store(&go, 1);
	nanosleep(&d, 0);
	atomic_store(&stop, 1);
	pthread_join(t[0], 0);
	pthread_join(t[1], 0);
	printf("%.0f\n", w[0].rate + w[1].rate);
	return 0;
}
