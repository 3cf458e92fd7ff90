import Fastify from 'fastify';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addForms } from './forms.server.ts';
import { schoolSiteRoutes } from './school-sites.routes.server.ts';

const app = Fastify();
addForms(app);
schoolSiteRoutes('http://shop.example')(app);
afterEach(() => vi.unstubAllGlobals());

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
    const { body } = answer;
    // The token is only in the form that posts it.
    expect(body.replace('name="token" value="abcdefghijkl"', '')).not.toContain('abcdefghijkl');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
  });

  test('trade the token at the shop when the student goes on, and believe only what the shop answers', async () => {
    const asked: unknown[] = [];
    const student = {
      accessId: 'acc_1',
      productCode: 'curso',
      buyer: { name: 'Maria <b>', email: 'maria@example.com' },
    };
    const answers = [new Response(JSON.stringify(student)), new Response('{}', { status: 403 })];
    vi.stubGlobal('fetch', async (url: string, init: { readonly body: string }) => {
      asked.push([url, JSON.parse(init.body)]);
      return answers.shift();
    });
    const enter = () =>
      app.inject({ method: 'POST', url: '/school/wise-up/primeiro-acesso', payload: { token: 'abc' } });
    const first = await enter();
    expect([first.statusCode, first.body.includes('A conta de Maria &lt;b&gt; está pronta')]).toEqual([200, true]);
    const second = await enter();
    expect([second.statusCode, second.body.includes('já foi usado')]).toEqual([403, true]);
    const trade = ['http://shop.example/api/v1/access/exchange', { token: 'abc' }];
    expect(asked).toEqual([trade, trade]);
  });
});
