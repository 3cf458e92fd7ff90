import {
  type AbuseWorld,
  beginPurchase,
  type Caller,
  createAbuseWorld,
  product,
  randomMobile,
} from './abuse-world.server.ts';
import type { MeasuredValue } from './measured-value.ts';

const about = { productCode: 'wise-up-online', business: 'wiseup-online' };

/** A number of one block after the other, as somebody who is paid for each message would use them. */
function inARow(index: number): string {
  const number = String(60_000_000 + index);
  return `(11) 9${number.slice(0, 4)}-${number.slice(4)}`;
}

async function askForCode(world: AbuseWorld, ip: string, phone: string, index: number): Promise<number> {
  const caller = world.from(ip);
  const lead = await beginPurchase(caller, `alguem.${index}@exemplo.com.br`, phone);
  if (typeof lead !== 'string') return lead.status;
  return (await caller.call('POST', `/api/v1/lead/${lead}/phones/send-sms`, about)).status;
}

/** Every block of numbers another, which limits by block do not see. */
function allOver(index: number): string {
  const number = String(60_000_000 + ((index * 7_919_317) % 39_999_999));
  return `(${11 + (index % 9)}) 9${number.slice(0, 4)}-${number.slice(4)}`;
}

/** Row 31: numbers in a row or all over, each from another address; then premium and foreign ranges. */
export async function pumpMessages(requests: number, isSpread: boolean): Promise<MeasuredValue[]> {
  const name = `SMS pumping, ${isSpread ? 'numbers all over' : 'numbers in a row'}`;
  const world = await createAbuseWorld();
  try {
    const start = world.clock.now().getTime();
    let lastSent = start;
    for (let index = 0; index < requests; index += 1) {
      const before = world.phones.messages.length;
      await askForCode(
        world,
        `189.${40 + (index >> 14)}.${(index >> 6) & 255}.${1 + (index & 63)}`,
        isSpread ? allOver(index) : inARow(index),
        index,
      );
      if (world.phones.messages.length > before) lastSent = world.clock.now().getTime();
      world.clock.advance(200);
    }
    const inOrder = world.phones.messages.length;
    const foreign = ['+1 900 555 0100', '+44 909 879 0000', '+252 61 234 5678', '0900 123 4567', '+55 300 123 4567'];
    for (const [index, phone] of foreign.entries()) await askForCode(world, '189.41.1.1', phone, index);
    return [
      { row: '31', what: `${name}: requests`, value: requests, unit: 'requests' },
      { row: '31', what: `${name}: messages sent`, value: inOrder, unit: 'SMS', least: 1, most: 50 },
      {
        row: '31',
        what: `${name}: last message after the start`,
        value: (lastSent - start) / 1000,
        unit: 's',
        most: 120,
      },
      {
        row: '31',
        what: `${name}: messages to premium and foreign ranges`,
        value: world.phones.messages.length - inOrder,
        unit: 'SMS',
        most: 0,
      },
    ];
  } finally {
    await world.close();
  }
}

/** Row 32: guesses at one lead's code; every address is another. */
export async function tryCodes(guesses: number): Promise<MeasuredValue[]> {
  const world = await createAbuseWorld();
  try {
    const owner = world.from('177.8.9.10');
    const lead = await beginPurchase(owner, 'dona.do.telefone@exemplo.com.br');
    if (typeof lead !== 'string') throw new Error('No purchase to guess at');
    await owner.call('POST', `/api/v1/lead/${lead}/phones/send-sms`, about);
    const real = world.phones.code();
    let hits = 0;
    let own = 0;
    for (let index = 0; index < guesses; index += 1) {
      const code = String(index).padStart(6, '0');
      if (code === real) continue;
      // A stranger's guess and one of the browser that the code belongs to: its limit is the code's own.
      const stranger = world.from(`45.${index % 200}.${index % 240}.9`);
      const path = `/api/v1/lead/${lead}/phones/validate`;
      if ((await stranger.call('POST', path, { ...about, code })).status === 200) hits += 1;
      if (index < 50 && (await owner.call('POST', path, { ...about, code })).status === 200) own += 1;
    }
    const { rows } = await world.database.pool.query<{ tries: number }>('select tries from phone_codes');
    const late = await owner.call('POST', `/api/v1/lead/${lead}/phones/validate`, { ...about, code: real });
    return [
      { row: '32', what: 'code guessing: guesses by strangers', value: guesses, unit: 'guesses' },
      { row: '32', what: 'code guessing: hits', value: hits + own, unit: 'hits', most: 0 },
      {
        row: '32',
        what: 'code guessing: guesses that were evaluated',
        value: rows[0]?.tries ?? -1,
        unit: 'guesses',
        least: 1,
        most: 5,
      },
      {
        row: '32',
        what: 'code guessing: the right code after five wrong ones',
        value: late.status,
        unit: 'status',
        least: 400,
      },
    ];
  } finally {
    await world.close();
  }
}

/** Begins a purchase with a word, as a link does, and asks for its price without one: whether it is lowered. */
async function priceWithWord(caller: Caller, voucher: string): Promise<boolean> {
  const contact = { name: 'Maria da Silva', email: 'comeca@exemplo.com.br', phone: randomMobile() };
  const lead = await caller.call('POST', '/api/v1/lead', { ...contact, ...product, voucher });
  const quote = await caller.call('POST', '/api/v1/quote', { leadId: lead.json['id'] });
  return typeof quote.json['voucher'] === 'string';
}

/** Row 13: words of vouchers, from one browser, then from new browsers at the same address. */
export async function tryVouchers(guesses: number): Promise<MeasuredValue[]> {
  const world = await createAbuseWorld();
  try {
    const ip = '187.5.6.7';
    const caller = world.from(ip);
    const lead = await beginPurchase(caller, 'adivinha@exemplo.com.br');
    let evaluated = 0;
    let afterwards = new Set<string>();
    for (let index = 0; index < guesses; index += 1) {
      const { status, json } = await caller.call('POST', '/api/v1/quote', {
        leadId: lead,
        voucher: `palavra-${index}`,
      });
      if (status !== 429) evaluated += 1;
      else afterwards = afterwards.add(JSON.stringify({ ...json, instance: null }));
    }
    const right = await caller.call('POST', '/api/v1/quote', { leadId: lead, voucher: 'boas-vindas' });
    const same = afterwards.has(JSON.stringify({ ...right.json, instance: null }));
    let shared = 0;
    for (let index = 0; index < guesses; index += 1) {
      const { status, json } = await world.from(ip).call('GET', `/api/v2/product/wise-up-online?voucher=p-${index}`);
      if (status === 200 && json['plans'] !== undefined) shared += 1;
    }
    const { rows } = await world.database.pool.query<{ most: number }>(
      'select max(count)::int as most from rate_counters',
    );
    const before = await priceWithWord(world.from('187.5.9.1'), 'boas-vindas');
    const beginner = world.from('187.5.9.2');
    for (let index = 0; index < Math.min(guesses, 80); index += 1) await priceWithWord(beginner, `none-${index}`);
    const afterBeginning = await priceWithWord(beginner, 'boas-vindas');
    return [
      { row: '13', what: 'voucher guessing: words tried by one browser', value: guesses, unit: 'words' },
      {
        row: '13',
        what: 'voucher guessing: words looked up for one browser',
        value: evaluated,
        unit: 'words',
        most: 20,
      },
      {
        row: '13',
        what: 'voucher guessing: most words looked up for one address, new browsers each time',
        value: rows[0]?.most ?? -1,
        unit: 'words',
        least: 1,
        most: 60,
      },
      {
        row: '13',
        what: 'voucher guessing: prices still answered to them',
        value: shared,
        unit: 'answers',
        least: guesses,
      },
      {
        row: '13',
        what: 'voucher guessing: a right word lowers the price of a purchase that begins with it',
        value: before ? 1 : 0,
        unit: 'tells',
        least: 1,
      },
      {
        row: '13',
        what: 'voucher guessing: the same after 80 purchases that began with a wrong one',
        value: afterBeginning ? 1 : 0,
        unit: 'tells',
        most: 0,
      },
      {
        row: '13',
        what: 'voucher guessing: a right word afterwards is told apart',
        value: same ? 0 : 1,
        unit: 'tells',
        most: 0,
      },
    ];
  } finally {
    await world.close();
  }
}
