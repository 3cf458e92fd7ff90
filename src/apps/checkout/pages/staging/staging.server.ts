import { definePublicPage, show } from '../../framework/page.server.ts';

const fallback = '/lead';

export const page = definePublicPage<null>({
  load: () => show(null),
  submit: (form, request) => ({
    kind: 'redirect',
    to: request.href(pathOf(form['to']), { staging: null }),
    cookies: [request.clearStagingCookie],
  }),
});

/** The badge's page: only our own path is accepted. */
function pathOf(given: string | undefined): string {
  return given !== undefined && /^\/[a-z0-9/-]{1,100}$/.test(given) && !given.startsWith('//') && given !== '/staging'
    ? given
    : fallback;
}
