import { monitoringLimits } from './limits.ts';

/** Posts to a monitoring service; returns whether it accepted the body. Never throws, follows no redirect, waits 10 s at most. */
export async function postReport(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(monitoringLimits.requestTimeoutMs),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
