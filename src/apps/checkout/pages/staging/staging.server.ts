import { defineBarePage, show } from '../../web/page.server.ts';

const fallback = '/lead';

export const page = defineBarePage<null>({
  load: () => show(null),
  submit: (form, request) => ({
    kind: 'redirect',
    to: request.href(pathOf(form['to']), { staging: null }),
    cookies: [request.endOfStaging],
  }),
});

/** The page that the badge was on: a path of ours and nothing else. */
function pathOf(given: string | undefined): string {
  return given !== undefined && /^\/[a-z0-9/-]{1,100}$/.test(given) && !given.startsWith('//') && given !== '/staging'
    ? given
    : fallback;
}
