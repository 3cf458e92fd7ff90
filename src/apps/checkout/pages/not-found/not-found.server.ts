import { defineBarePage, show } from '../../web/page.server.ts';

/** It says the same to everybody. */
export const page = defineBarePage<null>({ load: () => show(null, { status: 404 }) });
