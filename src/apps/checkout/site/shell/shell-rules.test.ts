import { describe, expect, test } from 'vitest';
import { isUpsellPath, sellerTag, showsBack, showsLogo } from './shell-rules.ts';

const ana = { id: 'ana', name: 'Ana Prado' };

describe('the shell shows (specification, section 2)', () => {
  test.each([
    '/upsell-presentation',
    '/upsell-payment',
    '/subscription-welcome',
    '/multiprofile-upsell-presentation',
    '/livelo/cpf',
    '/livelo/payment',
    '/payment-verification',
    '/parsing',
    '/success-invoice',
  ])('no logo on %s, unless the step has one', (path) => {
    expect(showsLogo(path, false)).toBe(false);
    expect(showsLogo(path, true)).toBe(true);
  });

  test.each(['/lead', '/payment', '/success', '/payment/upsell', '/success/upsell', '/liveloop'])(
    'the logo on %s',
    (path) => expect(showsLogo(path, false)).toBe(true),
  );

  test('the back button on seven pages only', () => {
    const withBack = [
      '/upsell-payment',
      '/payment',
      '/video',
      '/payment/upsell',
      '/presentation',
      '/order-bump-presentation',
      '/select-school',
    ];
    expect(withBack.every(showsBack)).toBe(true);
    expect(['/lead', '/success', '/video/upsell', '/payment/1', '/'].some(showsBack)).toBe(false);
  });

  test('who attends, when there is somebody to name', () => {
    expect(sellerTag('/lead', ana, 'BR')).toBe('tag');
    expect(sellerTag('/lead', { id: 'ana', name: null }, 'BR')).toBe('none');
    expect(sellerTag('/lead', { id: 'performance', name: 'Performance' }, 'BR')).toBe('none');
    expect(sellerTag('/payment-verification', ana, 'BR')).toBe('none');
    expect(['/my-purchases/pag_1', '/withdraw/ord_1', '/access'].map((path) => sellerTag(path, ana, 'BR'))).toEqual([
      ...['none', 'none', 'none'],
    ]);
  });

  test('who attends in another look on upsell pages, and on the welcome page in Mozambique', () => {
    expect(sellerTag('/upsell-payment', ana, 'BR')).toBe('banner');
    expect(sellerTag('/subscription-welcome', ana, 'MZ')).toBe('banner');
    expect(sellerTag('/subscription-welcome', ana, 'BR')).toBe('tag');
    expect(isUpsellPath('/payment/upsell')).toBe(false);
  });
});
