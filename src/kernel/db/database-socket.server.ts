import { Socket } from 'node:net';

interface Piece {
  readonly chunk: Buffer | string;
  readonly encoding: BufferEncoding;
}

/**
 * A socket that sends everything of one turn of the event loop as one buffer. PostgreSQL's client writes a query in four
 * to five pieces and lets each query go by itself: as a list of pieces (`writev`) they cost Node half as much again as in
 * one piece, and queries that are asked together would wake the server once each (Node 26.10, Unix socket).
 *
 * A server that does not answer within `silenceMs` (0: however long) is given up: a machine that lost its power closes no
 * connection, and whoever waits for it would wait for ever. Over TLS the bytes go another way, and only the system's own
 * keep-alive finds out.
 */
export class DatabaseSocket extends Socket {
  #isHeld = false;
  /** What had been read when something was last said. */
  #readBefore = -1;

  constructor(silenceMs = 0) {
    super();
    if (silenceMs === 0) return;
    this.setTimeout(silenceMs, () => {
      // The last word was the server's: nobody waits for anything.
      if (this.bytesRead !== this.#readBefore) return;
      this.destroy(new Error(`The database has said nothing for ${silenceMs} ms`));
    });
  }

  /** The first release of a turn waits for the turn's end, and with it all that is written meanwhile. */
  override uncork(): void {
    if (this.#isHeld) {
      super.uncork();
      return;
    }
    this.#isHeld = true;
    process.nextTick(() => {
      this.#isHeld = false;
      super.uncork();
    });
  }

  override _write(chunk: unknown, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#readBefore = this.bytesRead;
    // oxlint-disable-next-line no-underscore-dangle -- Node's own name of what a stream's class gives
    super._write(chunk, encoding, done);
  }

  override _writev(pieces: readonly Piece[], done: (error?: Error | null) => void): void {
    const buffers = pieces.map(({ chunk, encoding }) =>
      typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk,
    );
    // oxlint-disable-next-line no-underscore-dangle -- Node's own name of what a stream's class gives
    this._write(Buffer.concat(buffers), 'buffer' as BufferEncoding, done);
  }
}
