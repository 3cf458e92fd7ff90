import { appVersion } from './app-version.ts';

/** How long a call may take, in milliseconds (specification, section 7). */
export const callTimeoutMs = 60_000;

/**
 * A page's call to its own server, as the specification requires: JSON, the version of the pages in a header, a time
 * limit of 60 s. Throws without an answer; the caller accepts only 2xx (`ok`).
 */
export function callServer(
  address: string,
  options: { readonly body?: URLSearchParams } & Pick<RequestInit, 'method' | 'redirect'> = {},
): Promise<Response> {
  const { body, ...own } = options;
  return fetch(address, {
    method: body ? 'POST' : 'GET',
    headers: { accept: 'application/json', appVersion },
    signal: AbortSignal.timeout(callTimeoutMs),
    cache: 'no-store',
    ...(body ? { body } : {}),
    ...own,
  });
}
