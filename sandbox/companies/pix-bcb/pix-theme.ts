import { markup } from '../../pages/html.ts';
import type { PageTheme } from '../../pages/theme.ts';

/** The theme of Banco Ipê's pages. */
export const pixTheme: PageTheme = {
  id: 'pix',
  name: 'Banco Ipê',
  home: '/pix-bank/pay',
  mark: markup`<path d="M16 3 29 16 16 29 3 16Z" /><path d="M10 16h12M16 10v12" />`,
  light: { accent: '#0b6e63', strong: '#07524a' },
  dark: { accent: '#6fe0cf', strong: '#a5f0e4', onAccent: '#04231f' },
};
