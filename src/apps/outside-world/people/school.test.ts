import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { schoolRoutes } from './school.routes.server.ts';

const app = Fastify();
schoolRoutes(app);

describe('the schools’ own sites', () => {
  test.each([
    ['/school/wise-up/termos-de-uso', 200, 'Termos de uso'],
    ['/school/wise-up/politica-de-privacidade', 200, 'Política de privacidade'],
    ['/school/meusucesso/perguntas', 200, 'Perguntas frequentes'],
    ['/school/meusucesso-mz/login', 200, 'Entrar'],
    ['/school/wise-up/primeiro-acesso?source=checkout&token=abcdefghijkl', 200, 'abcd… (12 caracteres)'],
    ['/school/meusucesso-mz/set-password', 200, 'veio sem o token'],
    ['/school/wise-up/elsewhere', 404, 'não tem esta página'],
    ['/school/wise-up/constructor', 404, 'não tem esta página'],
    ['/school/%3Cscript%3E/login', 200, '&lt;script&gt;'],
  ])('%s answers %d', async (url, status, text) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain(text);
  });

  test('never show a whole token, nor pass it on', async () => {
    const answer = await app.inject('/school/wise-up/primeiro-acesso?token=abcdefghijkl');
    expect(answer.body).not.toContain('abcdefghijkl');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
  });
});
