import { judge, table } from './table.ts';
import type { WebFigures } from './web.ts';

/** How much later than the bare page, at most. */
const paintLimit = 1.1;
const liveLimit = 1.15;

export function webReport({ browser, product, bare, guarded, ratios, shift, strangers }: WebFigures): string {
  const both = (name: 'largestPaint' | 'formLive'): string =>
    `${product[name].toFixed(0)} ms / ${bare[name].toFixed(0)} ms`;
  const spread = (name: 'largestPaint' | 'formLive'): string =>
    `/lead in each round: ${product.rounds.map((one) => one[name].toFixed(0)).join(' ')}`;
  const rows = [
    { name: 'largest paint, /lead / bare', value: both('largestPaint'), verdict: spread('largestPaint') },
    {
      name: '  ratio',
      value: ratios.largestPaint.toFixed(3),
      verdict: `limit ${paintLimit} ${judge(ratios.largestPaint, paintLimit, 'at-most')}`,
    },
    {
      name: '  the bare page with our opener policy / bare',
      value: `${guarded.largestPaint.toFixed(0)} ms / ${bare.largestPaint.toFixed(0)} ms`,
      verdict: `ratio ${(guarded.largestPaint / bare.largestPaint).toFixed(3)}`,
    },
    { name: 'form live, /lead / bare', value: both('formLive'), verdict: spread('formLive') },
    {
      name: '  ratio',
      value: ratios.formLive.toFixed(3),
      verdict: `limit ${liveLimit} ${judge(ratios.formLive, liveLimit, 'at-most')}`,
    },
    {
      name: 'bytes on the wire, /lead / bare',
      value: `${(product.bytes / 1000).toFixed(1)} kB / ${(bare.bytes / 1000).toFixed(1)} kB`,
    },
    { name: 'layout shift, largest sum', value: shift.toFixed(4), verdict: `limit 0 ${judge(shift, 0, 'at-most')}` },
    {
      name: 'requests to another host',
      value: String(strangers.length),
      verdict: `limit 0 ${judge(strangers.length, 0, 'at-most')} ${strangers.join(' ')}`.trimEnd(),
    },
  ];
  return `Chromium ${browser}, 150 ms and 1.6 Mbit/s, processor slowed four times\n\n${table(rows)}`;
}
