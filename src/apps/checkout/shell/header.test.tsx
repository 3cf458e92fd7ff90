import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import type { ShellProps } from '../site/shell/shell-props.ts';
import { Shell } from '../site/shell/shell.tsx';

const { brands, words } = readBrandParts();
const plain: ShellProps = {
  words: words.wordsFor(null, 'pt-BR', ['shell.', 'cookies.', 'summary.']),
  ...{ locale: 'pt-BR', brandName: 'Wise Up', logo: null, scene: null, includes: [], seller: null, back: null },
  ...{ here: '/parsing', formWidth: 465, merchant: null, inApp: null, hasPanel: false, isPhone: false },
  links: { terms: null, politics: null, faq: null, complaintsBook: null, consent: null },
};
const shell = (props: Partial<ShellProps>): string => renderToStaticMarkup(<Shell {...plain} {...props} />);

describe('The header', () => {
  test('has the logo where the page shows one', () => {
    expect(shell({ logo: { src: '/assets/logo.svg', width: 110, height: 27 } })).toMatch(
      /<header.*\/assets\/logo\.svg/,
    );
  });

  test('is left out where a page has neither logo nor seller: an empty band looks like a picture that did not load', () => {
    expect(shell({})).not.toContain('<header');
    expect(shell({})).toContain('<main');
  });

  test('names the seller in a line, also where there is no logo', () => {
    expect(shell({ seller: { name: 'Ana Prado', look: 'tag' } })).toMatch(/<header.*Atendimento: Ana Prado/);
  });
});

test('The steps of the points programme show its name beside the school’s, as the step’s own logo', () => {
  const flow = brands.byId.get('wise-up.online')?.flows.find(({ id }) => id === 'livelo');
  const logos = flow?.steps.flatMap(({ template, props }) =>
    template.startsWith('livelo-') ? [props.media?.logo] : [],
  );
  expect(logos).toHaveLength(5);
  expect(new Set(logos)).toEqual(new Set(['wise-up/variants/online/images/livelo.svg']));
});

test('The wide panel is left out of a phone’s document, and the summary above the form stays', () => {
  expect(shell({ hasPanel: true })).toContain('id="summary-wide"');
  const phone = shell({ hasPanel: true, isPhone: true });
  expect(phone).not.toContain('id="summary-wide"');
  expect(phone).toContain('id="summary-narrow"');
});
