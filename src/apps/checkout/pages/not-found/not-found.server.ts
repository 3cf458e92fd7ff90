import { defineBarePage, show } from '../../web/page.server.ts';

/** Nothing: the page says the same to everybody. */
type NotFoundData = Record<never, never>;

export const page = defineBarePage<NotFoundData>({ load: () => show<NotFoundData>({}, { status: 404 }) });
