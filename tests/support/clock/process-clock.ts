/** Puts this process's `Date` so many milliseconds off, as `offMs` says at each look; its timers run as ever. */
export function moveProcessClock(offMs: () => number): void {
  const RealDate = Date;
  const realNow = Date.now.bind(Date);
  RealDate.now = () => realNow() + offMs();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget: typeof Date) =>
      args.length === 0 ? new RealDate(RealDate.now()) : (Reflect.construct(target, args, newTarget) as Date),
    apply: () => new RealDate(RealDate.now()).toString(),
  });
}
