import { expect, journey } from '#tests/support/browser/journey.ts';
import { signIn } from '#tests/support/browser/console-steps.ts';
import { deep } from '#tests/support/depth.ts';

/** Every journey fails where the browser reports a violation or asks a third host: here both are made, and seen. */
journey(
  'A script, a picture and a call of another host are refused on the console, and each is reported',
  { ...deep, allow: ['policy', 'foreign host'] },
  async (way) => {
    const page = await signIn(way, 'Ana', '/');
    const seen = await page.evaluate(async () => {
      const violations: string[] = [];
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violations.push(effectiveDirective));
      await fetch('https://third.example/').catch(() => undefined);
      document.body.append(Object.assign(new Image(), { src: 'https://third.example/pixel.gif' }));
      try {
        document.body.append(Object.assign(document.createElement('script'), { src: 'https://third.example/a.js' }));
      } catch {
        // Trusted Types refuse the address before the policy does.
      }
      await new Promise((resume) => setTimeout(resume, 500));
      return violations;
    });
    expect(seen).toEqual(expect.arrayContaining(['connect-src', 'img-src']));
    expect(seen.some((one) => one === 'require-trusted-types-for' || one.startsWith('script-src'))).toBe(true);
  },
);
