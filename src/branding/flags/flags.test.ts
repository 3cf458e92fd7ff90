import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OpenFeature } from '@openfeature/server-sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BrandProblem } from '../files/brand-problem.ts';
import { type FlagService, openFlagService } from './flag-service.server.ts';
import { readAllFlags } from './flag-files.server.ts';
import { flagDefaults } from './flag-names.ts';

let dir: string;
let board: FlagService | null = null;
let count = 0;
const problems: BrandProblem[] = [];
const said: string[] = [];
const log = { info: (event: string) => said.push(event), warn: (event: string) => said.push(event) };
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'flags-'));
  mkdirSync(path.join(dir, 'school/variants/online'), { recursive: true });
  mkdirSync(path.join(dir, 'other'));
  problems.length = 0;
  said.length = 0;
});
afterEach(async () => {
  await board?.close();
  board = null;
  rmSync(dir, { recursive: true });
});

const write = (file: string, value: unknown): void => writeFileSync(path.join(dir, file), JSON.stringify(value));
const read = () => readAllFlags(dir, 'homolog', (problem) => problems.push(problem));
async function open(): Promise<FlagService> {
  count += 1;
  board = await openFlagService({
    brands: ['school', 'school.online', 'other'],
    read,
    log,
    domain: `test-${count}`,
    everySeconds: 3600,
  });
  return board;
}

describe('flags of brands', () => {
  test('are what the code says, then the brand’s file, then its variant’s, for the environment', async () => {
    write('school/flags.json', {
      'upsell-offer': { test: true, homolog: false, production: true },
      'tag-manager': false,
    });
    write('school/variants/online/flags.json', { 'upsell-offer': true });
    const flags = await open();
    expect(flags.of('school')).toEqual({ ...flagDefaults, 'upsell-offer': false, 'tag-manager': false });
    expect(flags.of('school.online')).toEqual({ ...flagDefaults, 'upsell-offer': true, 'tag-manager': false });
    expect(flags.of('other')).toEqual(flagDefaults);
    expect(flags.of(null)).toEqual(flagDefaults);
    expect(flags.of('nobody')).toEqual(flagDefaults);
  });

  test('change while the product runs, when the files are read again', async () => {
    const flags = await open();
    expect(flags.of('other')['upsell-offer']).toBe(true);
    write('other/flags.json', { 'upsell-offer': false });
    expect(await flags.refresh()).toBe(true);
    expect(flags.of('other')['upsell-offer']).toBe(false);
    expect(said).toEqual(['flags-changed']);
    rmSync(path.join(dir, 'other/flags.json'));
    await flags.refresh();
    expect(flags.of('other')['upsell-offer']).toBe(true);
  });

  test('are read by themselves after the pause', async () => {
    count += 1;
    board = await openFlagService({ brands: ['other'], read, log, domain: `test-${count}`, everySeconds: 0.02 });
    write('other/flags.json', { 'tag-manager': false });
    await expect.poll(() => board?.of('other')['tag-manager']).toBe(false);
  });

  test.each<[string, string, BrandProblem]>([
    ['no JSON', '{', { file: 'other/flags.json', key: '', message: 'must hold one JSON object' }],
    ['a list', '[]', { file: 'other/flags.json', key: '', message: 'must hold one JSON object' }],
    ['an unknown flag', '{"x":true}', { file: 'other/flags.json', key: 'x', message: 'is not a known key' }],
    [
      'a word',
      '{"tag-manager":"on"}',
      {
        file: 'other/flags.json',
        key: 'tag-manager',
        message: 'must be true, false, or one of them for test, homolog and production',
      },
    ],
  ])('a file with %s changes nothing, and is named', async (_, text, problem) => {
    write('school/flags.json', { 'upsell-offer': false });
    const flags = await open();
    writeFileSync(path.join(dir, 'other/flags.json'), text);
    write('school/flags.json', { 'upsell-offer': true });
    expect(await flags.refresh()).toBe(false);
    expect(flags.of('school')['upsell-offer']).toBe(false);
    expect(problems).toEqual([problem]);
    expect(said).toEqual(['flags-refused']);
  });

  test('are asked through OpenFeature, whose answers say why', async () => {
    write('school/flags.json', { 'upsell-offer': false });
    await open();
    const client = OpenFeature.getClient(`test-${count}`);
    const context = { targetingKey: 'school' };
    expect(await client.getBooleanDetails('upsell-offer', true, context)).toMatchObject({
      value: false,
      reason: 'STATIC',
    });
    expect(await client.getBooleanDetails('tag-manager', true, context)).toMatchObject({
      value: true,
      reason: 'DEFAULT',
    });
    expect(await client.getBooleanDetails('nothing', true, context)).toMatchObject({ errorCode: 'FLAG_NOT_FOUND' });
    expect(await client.getStringDetails('upsell-offer', 'x', context)).toMatchObject({
      value: 'x',
      errorCode: 'TYPE_MISMATCH',
    });
  });
});
