/** Comes into a process of the product before the product (`node --import`): its machine's clock is three days ahead. */
const aheadMs = 3 * 86_400_000;
const RealDate = Date;
const realNow = Date.now.bind(Date);
RealDate.now = () => realNow() + aheadMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget: typeof Date) =>
    args.length === 0 ? new RealDate(RealDate.now()) : (Reflect.construct(target, args, newTarget) as Date),
  apply: () => new RealDate(RealDate.now()).toString(),
});
