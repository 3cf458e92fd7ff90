import { definePublicPage, show } from '../../framework/page.server.ts';

/** The answer is the same for every visitor. */
export const page = definePublicPage<null>({ load: () => show(null, { status: 404 }) });
