import fc from 'fast-check';

/** What one step does to what the watcher knows (`M`) and to the running product (`R`). */
export type Act<M, R> = (model: M, real: R) => Promise<void>;

class Step<M extends object, R> implements fc.AsyncCommand<M, R> {
  readonly #name: string;
  readonly #may: (model: Readonly<M>) => boolean;
  readonly #act: Act<M, R>;

  constructor(name: string, may: (model: Readonly<M>) => boolean, act: Act<M, R>) {
    this.#name = name;
    this.#may = may;
    this.#act = act;
  }

  check(model: Readonly<M>): boolean {
    return this.#may(model);
  }

  run(model: M, real: R): Promise<void> {
    return this.#act(model, real);
  }

  toString(): string {
    return this.#name;
  }
}

export type Steps<M extends object, R> = fc.Arbitrary<fc.AsyncCommand<M, R>>;

/** A step by its name, with what is drawn for it, when it may come, and what it does. */
export function step<M extends object, R, T>(
  name: string,
  drawn: fc.Arbitrary<T>,
  may: (model: Readonly<M>) => boolean,
  act: (value: T) => Act<M, R>,
): Steps<M, R> {
  return drawn.map((value) => new Step(`${name} ${fc.stringify(value)}`, may, act(value)));
}

export const nothing = fc.constant(null);
