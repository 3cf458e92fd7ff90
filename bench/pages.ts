import autocannon from 'autocannon';

export interface PageRate {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
  readonly bytes: number;
}

/** Reads one page again and again over kept connections, as visitors that were never there before. */
export async function pageRate(url: string, callers: number, seconds: number): Promise<PageRate> {
  await autocannon({ url, connections: callers, duration: 2 });
  const result = await autocannon({ url, connections: callers, duration: seconds });
  const answered = result['2xx'];
  return {
    perSecond: answered / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors,
    bytes: Math.round(result.throughput.total / Math.max(1, result.requests.total)),
  };
}
