import type { LinkShape } from './shaped-connection.ts';
import { median } from '../support/statistics.ts';
import { judge, table, type TableRow } from '../support/table.ts';
import type { Visit } from './visit.ts';
import { quickLink, slowdowns, slowLink, type WebMetrics } from './web.ts';

/** Allowed delay after the minimal page. */
const paintLimit = 1.15;
const liveLimit = 1.1;
const shiftLimit = 0.001;
/** Milliseconds. */
const facesLimit = 300;
const coldLimit = 900;

type Timed = 'firstPaint' | 'largestPaint' | 'formLive' | 'fontsLoaded';

export function webReport(figures: WebMetrics): string {
  const { lead, bare, payment, paymentEvicted, success, quickLead, quickBare } = figures;
  const late = lead.map(({ fontsLoaded, formLive }) => fontsLoaded - formLive);
  const inFirst = quickLead.filter(({ facesInFirstPaint }) => facesInFirstPaint).length;
  const onSlow = [
    ...ratio('first picture, /lead / bare', lead, bare, 'firstPaint', paintLimit),
    ...ratio('largest paint, /lead / bare', lead, bare, 'largestPaint', paintLimit),
    ...ratio('form live, /lead / bare', lead, bare, 'formLive', liveLimit),
    // A font that never came exceeds any limit.
    limited(
      'faces arrived after the form is live, /lead',
      late.map((ms) => (Number.isNaN(ms) ? Infinity : ms)),
      facesLimit,
    ),
    { name: '  shown on this page', value: `${lead.filter(({ hasFaces }) => hasFaces).length} of ${lead.length}` },
    limited('cold /payment, first picture', times(payment, 'firstPaint'), coldLimit),
    limited('cold /payment, its faces’ cookie kept', times(paymentEvicted, 'firstPaint'), coldLimit),
    { name: 'cold /payment, form live', value: spread(times(payment, 'formLive')) },
    { name: 'cold /success, first picture', value: spread(times(success, 'firstPaint')) },
    { name: 'bytes on the wire, /lead / bare', value: `${kB(lead)} kB / ${kB(bare)} kB` },
  ];
  const onQuick = [
    ...ratio('first picture, /lead / bare', quickLead, quickBare, 'firstPaint', null),
    ...ratio('form live, /lead / bare', quickLead, quickBare, 'formLive', null),
    {
      name: 'faces in the first picture, /lead',
      value: `${inFirst} of ${quickLead.length}`,
      verdict: `limit ${quickLead.length} ${judge(inFirst, quickLead.length, 'at-least')}`,
    },
  ];
  const ours = [...lead, ...payment, ...paymentEvicted, ...success, ...quickLead];
  const shift = Math.max(...ours.map((one) => one.shift));
  const strangers = [...new Set(ours.flatMap((one) => one.strangers))];
  const everywhere = [
    {
      name: 'layout shift, largest sum',
      value: shift.toFixed(5),
      verdict: `limit ${shiftLimit} ${judge(shift, shiftLimit, 'at-most')}`,
    },
    {
      name: 'requests to another site',
      value: String(strangers.length),
      verdict: `limit 0 ${judge(strangers.length, 0, 'at-most')} ${strangers.join(' ')}`.trimEnd(),
    },
  ];
  const load = figures.load.map((one) => one.toFixed(1)).join(' before and ');
  return [
    `Chromium ${figures.browser}, ${lead.length} visits to each page by turns, medians [least, most] in ms, load ${load} after`,
    `${shapeOf(slowLink)}, processor slowed ${slowdowns.slow} times`,
    table(onSlow),
    `${shapeOf(quickLink)}, processor slowed ${slowdowns.quick} times`,
    table(onQuick),
    'All visits',
    table(everywhere),
  ].join('\n\n');
}

function ratio(
  name: string,
  ours: readonly Visit[],
  bare: readonly Visit[],
  time: Timed,
  limit: number | null,
): TableRow[] {
  const [left, right] = [times(ours, time), times(bare, time)];
  const quotient = median(left) / median(right);
  const verdict = limit === null ? '' : `limit ${limit} ${judge(quotient, limit, 'at-most')}`;
  return [
    { name, value: `${spread(left)} / ${spread(right)}` },
    { name: '  ratio of the medians', value: quotient.toFixed(3), verdict },
  ];
}

function limited(name: string, all: readonly number[], limit: number): TableRow {
  return { name, value: spread(all), verdict: `limit ${limit} ms ${judge(median(all), limit, 'at-most')}` };
}

function times(visits: readonly Visit[], time: Timed): number[] {
  return visits.map((one) => one[time]);
}

function spread(all: readonly number[]): string {
  return `${median(all).toFixed(0)} [${Math.min(...all).toFixed(0)}, ${Math.max(...all).toFixed(0)}]`;
}

function kB(visits: readonly Visit[]): string {
  return (median(visits.map(({ bytes }) => bytes)) / 1000).toFixed(1);
}

function shapeOf({ roundTrip, down }: LinkShape): string {
  return `Link of ${roundTrip} ms and ${down / 1000} Mbit/s`;
}
