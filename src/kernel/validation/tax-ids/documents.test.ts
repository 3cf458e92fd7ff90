import { isValidCnpj as libraryCnpj, isValidCpf as libraryCpf } from '@brazilian-utils/brazilian-utils';
import { cnpj as validatorCnpj, cpf as validatorCpf } from 'cpf-cnpj-validator';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cnpjCheckDigits, cnpjRule, isCnpj, normalizeCnpj } from './cnpj.rule.ts';
import { cpfRule, isCpf } from './cpf.rule.ts';
import { documentRule, isDocumentType, normalizeDocument } from './document.rule.ts';
import { passesLuhn } from '../card/luhn.ts';
import { isNuit, nuitRule } from './nuit.rule.ts';
import { ceRule, dniRule, isDni, isRuc, readDni, rucRule } from './peru-documents.rule.ts';
import { cpfOrCnpjKind, cpfOrCnpjRule } from './cpf-or-cnpj.rule.ts';

const digits = (count: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: count, maxLength: count });

describe('CPF', () => {
  test.each(['390.533.447-05', '29537995593', '12345678909'])('%j', (value) => {
    expect(cpfRule(value)).toBeNull();
  });

  test.each([
    '390.533.447-06',
    '390533447-05',
    '390.533.44705',
    '11111111111',
    '295379955930',
    '2953799559',
    '295379955९3',
  ])('%j is refused', (value) => {
    expect(cpfRule(value)).toBe('validation.cpf');
  });

  test('agrees with two libraries on any eleven digits', () => {
    fc.assert(
      fc.property(digits(9), digits(2), (base, check) => {
        const complete = validatorCpf.format(`${base}${check}`).replaceAll(/\D/g, '');
        expect(isCpf(complete)).toBe(validatorCpf.isValid(complete));
        expect(isCpf(complete)).toBe(libraryCpf(complete));
      }),
    );
  });

  test('has exactly one good ending per nine digits', () => {
    fc.assert(
      fc.property(digits(9), (base) => {
        fc.pre(!/^(\d)\1{8}$/.test(base));
        const endings = Array.from({ length: 100 }, (_, index) => `${base}${String(index).padStart(2, '0')}`).filter(
          isCpf,
        );
        expect(endings).toHaveLength(1);
      }),
    );
  });
});

describe('CNPJ', () => {
  test.each(['07.195.358/0001-66', '12.ABC.345/01DE-35', '12abc34501de35', 'AA345678000114'])('%j', (value) => {
    expect(cnpjRule(value)).toBeNull();
  });

  test.each([
    '12ABC34501DE3A',
    '16.727.230.0001-97',
    '00000000000000',
    '000000000000xx',
    '54550752000154',
    'ÁA345678000114',
  ])('%j is refused', (value) => {
    expect(cnpjRule(value)).toBe('validation.cnpj');
  });

  test('is stored as fourteen capital characters', () => {
    expect(normalizeCnpj('12.abc.345/01de-35')).toBe('12ABC34501DE35');
    expect(isCnpj('12abc34501de35')).toBe(false);
    expect(normalizeDocument('390.533.447-05')).toBe('39053344705');
  });

  test('agrees with the libraries on any twelve letters and digits', () => {
    const base = fc.string({
      unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
      minLength: 12,
      maxLength: 12,
    });
    fc.assert(
      fc.property(base, fc.integer({ min: 0, max: 99 }), (text, wrong) => {
        const { first, second } = cnpjCheckDigits(text);
        const right = `${text}${first}${second}`;
        expect(isCnpj(right)).toBe(true);
        expect(validatorCnpj.isValid(right)).toBe(true);
        expect(libraryCnpj(right, { version: 2 })).toBe(true);
        const other = `${text}${String(wrong).padStart(2, '0')}`;
        expect(isCnpj(other)).toBe(other === right);
      }),
    );
  });
});

describe('Peru and Mozambique', () => {
  test('DNI keeps its zeros and refuses one digit repeated', () => {
    expect(dniRule('05209244')).toBeNull();
    expect(isDni('00000000')).toBe(false);
    expect(dniRule('7170293')).toBe('validation.dni');
  });

  test('the ninth character catches a typing error', () => {
    expect(readDni('05209244-8')).toBe('05209244');
    expect(readDni('25543680e')).toBe('25543680');
    expect(readDni('10117410-3')).toBeNull();
    expect(readDni('10117410')).toBe('10117410');
    fc.assert(
      fc.property(digits(8), (dni) => {
        fc.pre(isDni(dni));
        expect([...'0123456789'].filter((check) => readDni(`${dni}-${check}`) === dni)).toHaveLength(1);
        expect([...'ABCDEFGHIJK'].filter((check) => readDni(dni + check) === dni)).toHaveLength(1);
      }),
    );
  });

  test('RUC, carné de extranjería and NUIT', () => {
    expect(rucRule('20512333797')).toBeNull();
    expect(isRuc('30512333797')).toBe(false);
    expect(rucRule('20512333798')).toBe('validation.ruc');
    expect(ceRule('001234567')).toBeNull();
    expect(ceRule('12345')).toBe('validation.ce');
    expect(nuitRule('400 005 834')).toBeNull();
    expect(isNuit('400339911')).toBe(false);
    expect(nuitRule('40 0339910')).toBe('validation.nuit');
  });

  test('the rule follows the kind of document', () => {
    expect(isDocumentType('nuit')).toBe(true);
    expect(isDocumentType('toString')).toBe(false);
    expect(documentRule('05209244', { type: 'dni' })).toBeNull();
    expect(documentRule('05209244', { type: 'cpf' })).toBe('validation.cpf');
    for (const type of ['cpf', 'cnpj', 'dni', 'ce', 'ruc', 'nuit'] as const)
      expect(documentRule(' ', { type })).toBe('validation.required');
  });
});

describe('REGISTRY and Luhn', () => {
  test('a registry number is a CPF or a CNPJ', () => {
    expect(cpfOrCnpjKind('39053344705')).toBe('cpf');
    expect(cpfOrCnpjKind('12abc34501de35')).toBe('cnpj');
    expect(cpfOrCnpjRule('123')).toBe('validation.registry');
    expect(cpfOrCnpjRule('390.533.447-06')).toBe('validation.registry-cpf');
    expect(cpfOrCnpjRule('11.222.333/0001-82')).toBe('validation.registry-cnpj');
    expect(cpfOrCnpjRule('')).toBe('validation.required');
  });

  test('exactly one last digit passes Luhn', () => {
    fc.assert(
      fc.property(digits(15), (base) => [...'0123456789'].filter((digit) => passesLuhn(base + digit)).length === 1),
    );
    expect(passesLuhn('4111 1111')).toBe(false);
    expect(passesLuhn('')).toBe(false);
  });
});
