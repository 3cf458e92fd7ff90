import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Certificate, makeCertificate } from '#tests/support/http/certificate.ts';
import type { LinkShape } from './shaped-connection.ts';

/** Settings of the link's process. */
export interface LinkOrder {
  readonly shape: LinkShape;
  /** `port`: for browsers, with TLS; `upstream`: the server behind it, without. */
  readonly doors: readonly { readonly port: number; readonly upstream: number }[];
  readonly certificate: Certificate;
}

const certificate = makeCertificate('bench');

/**
 * Puts servers behind TLS, HTTP/2 and a slow link that a browser cannot detect: a process of its own delays and paces the
 * bytes. Nothing is emulated in the browser, so `navigator.connection` has its usual values.
 */
export async function withLink<T>(shape: LinkShape, doors: LinkOrder['doors'], work: () => Promise<T>): Promise<T> {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'link-process.ts'));
  try {
    const ready = once(child, 'message');
    child.send({ shape, doors, certificate } satisfies LinkOrder);
    await Promise.race([ready, once(child, 'exit').then(() => Promise.reject(new Error('The link did not open')))]);
    return await work();
  } finally {
    const ended = child.exitCode === null ? once(child, 'exit') : null;
    if (child.connected) child.disconnect();
    await ended;
  }
}
