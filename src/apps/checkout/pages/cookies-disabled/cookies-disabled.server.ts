import { defineBarePage, show } from '../../web/page.server.ts';
import type { CookiesDisabledData } from './cookies-disabled-page.tsx';

export const page = defineBarePage<CookiesDisabledData>({
  load: ({ href }) => show<CookiesDisabledData>({ retry: href('/') }),
});
