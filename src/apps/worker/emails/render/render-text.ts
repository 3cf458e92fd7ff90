import type { EmailContent, EmailBlock } from '../email.types.ts';
import { cleanText } from './markup.ts';

/** Renders an e-mail as plain text, for readers without HTML and for spam filters. */
export function renderText(emailContent: EmailContent, brandName: string): string {
  const { seller, reason, links } = emailContent.footer;
  const parts = [
    brandName,
    emailContent.heading,
    ...emailContent.blocks.map(renderBlock),
    '--',
    `${seller}\n${reason}`,
    links.map(({ label, href }) => `${label}: ${href}`).join('\n'),
  ];
  return `${parts.map((part) => cleanText(part).trim()).join('\n\n')}\n`;
}

function renderBlock(block: EmailBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'action':
      return [`${block.label}:\n${block.href}`, ...(block.hint === null ? [] : [block.hint])].join('\n\n');
    case 'facts':
      return [block.heading, ...block.rows.map(({ label, value }) => `${label}: ${value}`)].join('\n');
    case 'code':
      return `${block.label}:\n${block.code}`;
    case 'note':
      return [
        block.heading,
        block.text,
        ...(block.link === null ? [] : [`${block.link.label}: ${block.link.href}`]),
      ].join('\n');
  }
}
