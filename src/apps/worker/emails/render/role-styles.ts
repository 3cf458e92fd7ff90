import type { ThemeMode, TokenName } from '#src/branding/index.ts';
import type { EmailTheme } from './email-theme.ts';
import { type Markup, raw } from './markup.ts';

/** Colors of a part of an e-mail: background, text and border. */
interface Role {
  readonly ground?: TokenName;
  readonly ink?: TokenName;
  readonly line?: TokenName;
  /** Keeps its light colors in dark mode: the picture on it was drawn for them. */
  readonly isAlwaysLight?: true;
}

/** Every pair of ink and ground here is one whose contrast the brand check measures. */
const roles = {
  page: { ground: 'color.page', ink: 'color.text' },
  sheet: { ground: 'color.surface', ink: 'color.text', line: 'color.border' },
  band: { ground: 'color.primary.pure', ink: 'color.primary.on' },
  plate: { ground: 'color.surface', ink: 'color.text', isAlwaysLight: true },
  stripe: { ground: 'color.secondary.pure' },
  text: { ink: 'color.text' },
  muted: { ink: 'color.text-muted' },
  link: { ink: 'color.secondary.text' },
  action: { ground: 'color.action.pure', ink: 'color.action.on' },
  field: { ground: 'color.field', ink: 'color.text', line: 'color.border-strong' },
  note: { ground: 'color.selected', ink: 'color.text', line: 'color.border' },
  label: { ink: 'color.text-muted', line: 'color.border' },
  value: { ink: 'color.text', line: 'color.border' },
} as const satisfies Readonly<Record<string, Role>>;

export type RoleName = keyof typeof roles;

/** Attributes of an element: its role's colours, further style, and a class by which narrow screens find it. */
export type RoleStyler = (role: RoleName, style?: string, className?: string) => Markup;

function colors(role: Role, emailTheme: EmailTheme, mode: ThemeMode, weight: '' | '!important'): string {
  const parts = [
    ['background-color', role.ground],
    ['color', role.ink],
    ['border-color', role.line],
  ] as const;
  return parts.map(([property, token]) => (token ? `${property}:${emailTheme[mode][token]}${weight};` : '')).join('');
}

/** Gives an element its colours: the light ones inline, where every mail client reads them; the class is for the dark ones. */
export function createRoleStyler(emailTheme: EmailTheme): RoleStyler {
  return (role, style = '', className = '') =>
    raw(
      `class="${className === '' ? role : `${role} ${className}`}" style="${colors(roles[role], emailTheme, 'light', '')}${style}"`,
    );
}

/** The dark look, for clients that ask for it. Inline colours only give way to `!important`. */
export function darkRules(emailTheme: EmailTheme): string {
  const rules = Object.entries<Role>(roles)
    .filter(([, { isAlwaysLight }]) => !isAlwaysLight)
    .map(([name, role]) => `.${name}{${colors(role, emailTheme, 'dark', '!important')}}`);
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`;
}
