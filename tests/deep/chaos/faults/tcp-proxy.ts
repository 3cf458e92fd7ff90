import net from 'node:net';
import { pause } from './pause.ts';

/** Where a connection goes on: a port of this machine, or a Unix socket. */
export type Upstream = { readonly port: number; readonly host?: string } | { readonly path: string };

/** How a line behaves. Times in milliseconds. */
export type ProxyFault =
  | { readonly how: 'none' }
  /** New connections are reset. */
  | { readonly how: 'refuse' }
  /** Each piece comes so much later, both ways. */
  | { readonly how: 'delay'; readonly ms: number }
  /** Nothing gets through, and nobody is told. */
  | { readonly how: 'black-hole' }
  /** Byte by byte at first: whoever reads must not count on whole messages. */
  | { readonly how: 'drip' };

export interface TcpProxy {
  readonly port: number;
  /** Changes how the line behaves, for connections that stand as well. */
  set(trouble: ProxyFault): void;
  /** Resets every connection that stands; gives how many. */
  cut(): number;
  close(): Promise<void>;
}

const dripBytes = 64;

/** A line between two processes that can be cut, slowed down and silenced. Each connection takes the next upstream that answers. */
export async function openTcpProxy(upstreams: () => readonly Upstream[], port = 0): Promise<TcpProxy> {
  let trouble: ProxyFault = { how: 'none' };
  let turn = 0;
  const pairs = new Set<{ readonly near: net.Socket; far: net.Socket | null }>();
  const isSilent = (): boolean => trouble.how === 'black-hole';

  /** Sends on in order, however late; a side that ends does so after what it said. */
  function pump(from: net.Socket, to: net.Socket): void {
    let queue = Promise.resolve();
    const later = (send: () => void): void => {
      const ms = trouble.how === 'delay' ? trouble.ms : 0;
      queue = queue.then(async () => {
        if (ms > 0) await pause(ms);
        while (isSilent() && !to.destroyed) await pause(50);
        if (!to.destroyed) send();
      });
    };
    from.on('data', (chunk: Buffer) => {
      if (trouble.how === 'none') return later(() => void to.write(chunk));
      const pieces = trouble.how === 'drip' ? dripOf(chunk) : [chunk];
      for (const piece of pieces) later(() => void to.write(piece));
    });
    from.on('end', () => later(() => void to.end()));
  }

  function connect(near: net.Socket): void {
    const pair: { readonly near: net.Socket; far: net.Socket | null } = { near, far: null };
    pairs.add(pair);
    near.setNoDelay(true);
    near.pause();
    near.on('error', () => undefined);
    near.on('close', () => {
      pair.far?.destroy();
      pairs.delete(pair);
    });
    const list = upstreams();
    turn += 1;
    const reach = (tried: number): void => {
      const upstream = list[(turn + tried) % Math.max(1, list.length)];
      if (!upstream || tried >= list.length || near.destroyed) return void near.resetAndDestroy();
      const far = net.connect(upstream);
      pair.far = far;
      far.setNoDelay(true);
      let isOpen = false;
      far.on('connect', () => {
        isOpen = true;
        pump(near, far);
        pump(far, near);
        near.resume();
      });
      far.on('error', () => undefined);
      far.on('close', (failed) => {
        if (!isOpen) return reach(tried + 1);
        if (failed) near.resetAndDestroy();
      });
    };
    reach(0);
  }

  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    if (trouble.how === 'refuse') near.resetAndDestroy();
    else connect(near);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    set(next) {
      trouble = next;
    },
    cut() {
      const standing = [...pairs];
      for (const { near, far } of standing) {
        if (far) reset(far);
        reset(near);
      }
      return standing.length;
    },
    async close() {
      trouble = { how: 'none' };
      for (const { near, far } of pairs) {
        near.destroy();
        far?.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A Unix socket knows no reset: it is only closed. */
function reset(socket: net.Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
  else socket.resetAndDestroy();
}

function dripOf(chunk: Buffer): Buffer[] {
  const drops = Array.from({ length: Math.min(dripBytes, chunk.length) }, (_, at) => chunk.subarray(at, at + 1));
  return chunk.length > dripBytes ? [...drops, chunk.subarray(dripBytes)] : drops;
}
