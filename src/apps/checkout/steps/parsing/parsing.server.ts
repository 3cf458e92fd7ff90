import { orderOfSession } from '#src/domain/orders/index.server.ts';
import { addressOfOrder, watchedOrder } from '../../status/standing.server.ts';
import { definePage, redirect, show } from '../../web/page.server.ts';
import type { ParsingData } from './parsing-page.tsx';

const refreshSeconds = 5;

export const page = definePage<ParsingData>({
  load: async (request) => {
    const { ctx, href } = request;
    const session = await request.findSession();
    const view = session && (await orderOfSession(ctx, session.id));
    if (!view) return redirect(href('/payment'));
    const here = href('/parsing');
    const address = addressOfOrder(request, view);
    if (address !== here) return redirect(address);
    return show<ParsingData>(
      { watch: watchedOrder(request, view) },
      { head: { refresh: { seconds: refreshSeconds, to: here, onlyWithoutScript: true } } },
    );
  },
});
