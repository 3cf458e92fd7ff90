import { definePublicPage, show } from '../../framework/page.server.ts';

/** It says the same to everybody. */
export const page = definePublicPage<null>({ load: () => show(null, { status: 404 }) });
