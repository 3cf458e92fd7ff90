import { Socket } from 'node:net';

interface Piece {
  readonly chunk: Buffer | string;
  readonly encoding: BufferEncoding;
}

/**
 * A socket that sends everything of one turn of the event loop as one buffer. PostgreSQL's client writes a query in four
 * to five pieces and lets each query go by itself: as a list of pieces (`writev`) they cost Node half as much again as in
 * one piece, and queries that are asked together would wake the server once each (Node 26.10, Unix socket).
 */
export class WholeWrites extends Socket {
  #isHeld = false;

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

  override _writev(pieces: readonly Piece[], done: (error?: Error | null) => void): void {
    const buffers = pieces.map(({ chunk, encoding }) =>
      typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk,
    );
    // oxlint-disable-next-line no-underscore-dangle -- Node's own name of what a stream's class gives
    this._write(Buffer.concat(buffers), 'buffer' as BufferEncoding, done);
  }
}
