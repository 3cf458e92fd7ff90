import { definePublicPage, show } from '../../framework/page.server.ts';
import type { CookiesDisabledData } from './cookies-disabled-page.tsx';

export const page = definePublicPage<CookiesDisabledData>({
  load: ({ href }) => show<CookiesDisabledData>({ retry: href('/') }),
});
