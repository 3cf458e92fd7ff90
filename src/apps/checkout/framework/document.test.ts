import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contentPolicy,
  escapeHtml,
  escapeJson,
  pageHeaders,
  renderDocument,
  safeCss,
  preloadHeader,
} from './document.server.ts';

describe('escaping', () => {
  test('text cannot leave its place in HTML', () => {
    expect(escapeHtml(`<b a="x" b='y'>&`)).toBe('&lt;b a=&quot;x&quot; b=&#39;y&#39;&gt;&amp;');
  });

  test('JSON cannot end its element, and reads back the same', () => {
    const json = escapeJson({ text: '</script><!--\u2028\u2029&' });
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(escapeJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('a style sheet with markup in it is refused', () => {
    expect(safeCss('a{color:red}')).toBe('a{color:red}');
    expect(() => safeCss('a{}</style>')).toThrow('markup');
    expect(() => safeCss('a{content:"<!--"}')).toThrow('markup');
  });
});

describe('contentPolicy', () => {
  const base = { nonce: 'abc', hasScript: true, frames: [], formTargets: [] };
  const directives = (policy: string) =>
    new Map(policy.split('; ').map((line) => [line.split(' ')[0], line.split(' ').slice(1).join(' ')]));

  test('lets run what has the nonce, and nothing else', () => {
    const policy = directives(contentPolicy(base));
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': "'none'",
      'script-src': "'nonce-abc' 'strict-dynamic'",
      'style-src': "'nonce-abc'",
      'img-src': "'self' data:",
      'font-src': 'data:',
      'connect-src': "'self'",
      'form-action': "'self'",
      'frame-src': "'none'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
      'report-uri': '/policy-reports',
    });
  });

  test('a page without behaviour may run no script and call nobody', () => {
    const policy = directives(contentPolicy({ ...base, hasScript: false }));
    expect(policy.get('script-src')).toBe("'none'");
    expect(policy.get('connect-src')).toBe("'none'");
  });

  test('a page with a film of ours plays it, and no other does', () => {
    expect(directives(contentPolicy({ ...base, hasVideo: true })).get('media-src')).toBe("'self'");
    expect(directives(contentPolicy(base)).has('media-src')).toBe(false);
  });

  test('names frames and foreign form targets only where there are some', () => {
    const policy = directives(
      contentPolicy({
        ...base,
        frames: ['https://a.example', 'https://b.example'],
        formTargets: ['https://b.example'],
      }),
    );
    expect(policy.get('frame-src')).toBe('https://a.example https://b.example');
    expect(policy.get('form-action')).toBe("'self' https://b.example");
  });
});

describe('pageHeaders', () => {
  test.each([
    ['form', 'private, no-cache'],
    ['secret', 'private, no-store'],
    ['public', 'public, max-age=60'],
  ] as const)('a %s page is kept as %s', (cache, value) => {
    expect(pageHeaders({ cache }, 'p', true)['cache-control']).toBe(value);
  });

  test('promises TLS only where there is TLS', () => {
    expect(pageHeaders({ cache: 'form' }, 'p', true)['strict-transport-security']).toContain('max-age=');
    expect(pageHeaders({ cache: 'form' }, 'p', false)).not.toHaveProperty('strict-transport-security');
  });

  test('is strict about everything else', () => {
    expect(pageHeaders({ cache: 'secret', referrer: 'no-referrer' }, 'policy', true)).toMatchObject({
      'content-security-policy': 'policy',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    });
  });
});

describe('scriptsAhead', () => {
  test('names each script with the nonce that its policy asks for', () => {
    expect(preloadHeader(['/a.js', '/b.js'], 'n0')).toEqual({
      link: '</a.js>; rel=modulepreload; nonce="n0", </b.js>; rel=modulepreload; nonce="n0"',
    });
  });

  test('says nothing for a page without scripts', () => {
    expect(preloadHeader([], 'n0')).toEqual({});
  });
});

describe('renderDocument', () => {
  const parts = {
    lang: 'pt-BR',
    title: 'Checkout - <b>',
    mode: 'dark' as const,
    nonce: 'n0',
    css: 'a{}',
    early: '',
    head: '',
    before: '<div id="root">',
    root: '<h1>x</h1>',
    after: '</div>',
  };

  test('without behaviour there is no script in it', () => {
    const html = renderDocument({ ...parts, script: null });
    expect(html).not.toContain('<script');
    expect(html).toContain('<title>Checkout - &lt;b&gt;</title>');
    expect(html).toContain('<html lang="pt-BR" data-mode="dark">');
  });

  test('with behaviour there is one module, its preloads and its data', () => {
    const script = {
      entry: '/assets/a.js',
      preloads: ['/assets/b.js'],
      next: ['/assets/c.js'],
      data: { text: '</script>' },
    };
    const html = renderDocument({ ...parts, script });
    expect(html.match(/<script type="module"/g)).toHaveLength(1);
    expect(html).toContain('<link rel="modulepreload" nonce="n0" href="/assets/b.js">');
    expect(html).toContain('src="/assets/a.js" data-next="/assets/c.js"');
    expect(html).toContain('{"text":"\\u003c/script\\u003e"}');
  });
});
