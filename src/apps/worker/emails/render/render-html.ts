import type { EmailContent, EmailBlock } from '../email.types.ts';
import { type EmailTheme, mailFonts } from './email-theme.ts';
import { markup, type Markup, raw } from './markup.ts';
import { darkRules, type RoleStyler, createRoleStyler } from './role-styles.ts';

/** The brand, as the band at the top shows it. */
export interface EmailHead {
  /** The name that buyers read: the wordmark. */
  readonly brandName: string;
  readonly emailTheme: EmailTheme;
  /** The school's logo, in CSS pixels; null or absent: the band says its name. */
  readonly logo?: { readonly src: string; readonly width: number; readonly height: number } | null;
}

const widest = 600;

/** Styles shared by all blocks of one e-mail. */
interface BlockStyles {
  readonly paint: RoleStyler;
  readonly display: string;
  readonly strong: string;
  readonly controlRadius: string;
}

/**
 * Renders an e-mail as HTML for mail clients: tables for layout, inline styles, dark mode by a media query, no picture but
 * the attached logo, no script, and nothing that is fetched. It reads in order without any style.
 */
export function renderHtml(emailContent: EmailContent, { brandName, emailTheme, logo = null }: EmailHead): string {
  const { light } = emailTheme;
  const paint = createRoleStyler(emailTheme);
  const body = mailFonts(light['font.body']);
  const styles: BlockStyles = {
    paint,
    display: `font-family:${mailFonts(light['font.display'])};font-weight:${light['weight.display']};letter-spacing:${light['type.tracking']}em;`,
    strong: `font-weight:${light['weight.strong']};`,
    controlRadius: light['radius.control'],
  };
  const card = light['radius.card'];
  const head = raw(
    `:root{color-scheme:light dark;supported-color-schemes:light dark}` +
      `body{margin:0;padding:0;width:100%;-webkit-text-size-adjust:100%;text-size-adjust:100%}` +
      `table{border-spacing:0;border-collapse:separate}a{text-underline-offset:2px}` +
      `@media (max-width:480px){.pad{padding-left:22px!important;padding-right:22px!important}.edge{padding:12px 8px 28px!important}.title{font-size:25px!important}}` +
      darkRules(emailTheme),
  );
  return markup`<!doctype html>
<html lang="${emailContent.locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${emailContent.subject}</title>
<style>${head}</style>
</head>
<body ${paint('page', `font-family:${body};font-size:16px;line-height:1.55;`)}>
<div style="display:none;max-height:0;overflow:hidden;opacity:0" aria-hidden="true">${emailContent.preview}</div>
<div role="article" lang="${emailContent.locale}" aria-label="${emailContent.subject}">
<table role="presentation" width="100%" ${paint('page', `font-family:${body};font-size:16px;line-height:1.55;`)}><tr><td class="edge" align="center" style="padding:32px 16px 40px">
<table role="presentation" width="100%" style="max-width:${widest}px;text-align:left">
<tr><td ${paint(logo ? 'plate' : 'band', `padding:22px 36px 20px;border-radius:${card} ${card} 0 0;${styles.display}font-size:21px;line-height:1.2;`, 'pad')}>${
    logo
      ? markup`<img src="${logo.src}" width="${Math.round(logo.width)}" height="${Math.round(logo.height)}" alt="${brandName}" style="display:block;border:0;max-width:100%;height:auto">`
      : brandName
  }</td></tr>
<tr><td ${paint('stripe', 'height:3px;font-size:0;line-height:0;')}></td></tr>
<tr><td ${paint('sheet', `border-width:0 1px 1px;border-style:solid;border-radius:0 0 ${card} ${card};`)}>
<table role="presentation" width="100%"><tr><td class="pad" style="padding:36px 36px 32px">
<h1 class="title" style="margin:0 0 16px;${styles.display}font-size:${Math.round(28 * Number(light['type.scale']))}px;line-height:1.2">${emailContent.heading}</h1>
${emailContent.blocks.map((block) => renderBlock(block, styles))}
</td></tr></table>
</td></tr>
<tr><td class="pad" style="padding:24px 36px 0">${footer(emailContent, styles)}</td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`.text;
}

function renderBlock(block: EmailBlock, { paint, display, strong, controlRadius }: BlockStyles): Markup {
  switch (block.kind) {
    case 'paragraph':
      return markup`<p style="margin:0 0 20px;line-height:1.5">${block.text}</p>\n`;
    case 'action':
      return markup`<table role="presentation" style="margin:8px 0 12px"><tr><td ${paint('action', `border-radius:${controlRadius};`)}><a href="${block.href}" ${paint('action', `display:inline-block;padding:15px 30px;border-radius:${controlRadius};${strong}font-size:17px;line-height:1.2;text-decoration:none;`)}>${block.label}</a></td></tr></table>
${block.hint === null ? null : markup`<p ${paint('muted', 'margin:0 0 24px;font-size:14px;')}>${block.hint}</p>\n`}`;
    case 'facts':
      return markup`<h2 style="margin:28px 0 6px;${display}font-size:18px;line-height:1.3">${block.heading}</h2>
<table width="100%" style="margin:0 0 24px;font-size:15px">${block.rows.map(
        ({ label, value, isStrong = false }, at) => {
          const cell = `border-width:0 0 ${at === block.rows.length - 1 ? 0 : 1}px;border-style:solid;vertical-align:baseline;`;
          return markup`<tr><th scope="row" align="left" ${paint(isStrong ? 'value' : 'label', `padding:11px 16px 11px 0;${cell}text-align:left;${isStrong ? strong : 'font-weight:400;'}`)}>${label}</th><td align="right" ${paint('value', `padding:11px 0;${cell}text-align:right;${isStrong ? `${strong}font-size:18px;` : ''}`)}>${value}</td></tr>`;
        },
      )}</table>\n`;
    case 'code':
      return markup`<p ${paint('muted', 'margin:0 0 6px;font-size:14px;')}>${block.label}</p>
<p ${paint('field', `margin:0 0 24px;padding:14px 16px;border-width:1px;border-style:dashed;border-radius:${controlRadius};font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Courier New',monospace;font-size:16px;line-height:1.5;word-break:break-word;-webkit-user-select:all;user-select:all;`)}>${block.code}</p>\n`;
    case 'note':
      return markup`<table role="presentation" width="100%" style="margin:0 0 8px"><tr><td ${paint('note', `padding:16px 18px;border-width:1px;border-style:solid;border-radius:${controlRadius};font-size:15px;line-height:1.5;`)}><h2 style="margin:0 0 4px;${strong}font-size:15px;line-height:1.4">${block.heading}</h2><p style="margin:0">${block.text}</p>${
        block.link === null
          ? null
          : markup`<p style="margin:8px 0 0"><a href="${block.link.href}" ${paint('link')}>${block.link.label}</a></p>`
      }</td></tr></table>\n`;
  }
}

function footer({ footer: { seller, reason, links } }: EmailContent, { paint }: BlockStyles): Markup {
  return markup`<p ${paint('muted', 'margin:0 0 8px;font-size:13px;line-height:1.5;')}>${seller}<br>${reason}</p>
<p ${paint('muted', 'margin:0;font-size:13px;line-height:1.9;')}>${links.map(({ label, href }, at) => markup`${at > 0 ? raw(' &middot; ') : null}<a href="${href}" ${paint('link')}>${label}</a>`)}</p>`;
}
