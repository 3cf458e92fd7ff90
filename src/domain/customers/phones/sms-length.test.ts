import { describe, expect, test } from 'vitest';
import { smsParts, fitOneSms } from './sms-text.ts';

test.each([
  [0, 1],
  [160, 1],
  [161, 2],
  [306, 2],
  [307, 3],
])('%d characters are %d messages', (length, parts) => expect(smsParts('x'.repeat(length))).toBe(parts));

describe('a text that names a course', () => {
  const write = (name: string) => `Escola: o pagamento de ${name} ${'x'.repeat(90)}`;

  test('is left as it is when it fits', () => {
    expect(fitOneSms(write, 'Curso')).toBe(write('Curso'));
  });

  test('loses the last words of the name until it is one message', () => {
    const text = fitOneSms(write, 'Curso Preparatorio Completo para o Exame Nacional do Ensino Medio');
    expect(text.length).toBeLessThanOrEqual(160);
    expect(text).toContain('Curso Preparatorio Completo para o Exame...');
  });

  test('comes whole when no name would make it fit', () => {
    const long = (name: string) => `${name} ${'x'.repeat(160)}`;
    expect(fitOneSms(long, 'Curso de Ingles')).toBe(long('Curso de Ingles'));
  });
});
