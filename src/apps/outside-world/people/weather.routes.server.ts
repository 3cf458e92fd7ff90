import type { FastifyInstance, FastifyReply } from 'fastify';
import { ok, type Result } from '#src/kernel/result/result.ts';
import { html } from '../pages/html.ts';
import { sendPage } from '../pages/layout.server.ts';
import { callModes, noteModes, type Weather, type WeatherRule, type WeatherTarget, weatherTargets } from '../world/weather.server.ts';
import { fieldsOf } from './forms.server.ts';

const path = '/sandbox/weather';
const numbers = ['times', 'ms', 'seconds', 'count'] as const;

const targetNames: Readonly<Record<WeatherTarget, string>> = {
  acquirer: 'Adquirente',
  'pix-bank': 'Banco do Pix',
  'slip-bank': 'Banco do boleto',
  notifications: 'Avisos',
};

/**
 * Scripted weather at `/sandbox/weather`. `PUT {target, mode, …}` replaces a target's rules by one, and
 * `PUT {target, rules: [{mode, …}, …]}` by several; `mode: 'ok'` or an empty list clears them; `DELETE` clears all.
 */
export function weatherRoutes(weather: Weather): (app: FastifyInstance) => void {
  const sendRules = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store').send({ rules: weather.list() });

  return (app) => {
    app.get(path, (request, reply) =>
      (request.headers.accept ?? '').includes('text/html') ? sendWeatherPage(reply, null) : sendRules(reply),
    );

    app.put(path, (request, reply) => {
      const read = readRules(weather, request.body);
      if (!read.ok) return reply.code(422).send({ code: 'malformed', message: read.error });
      weather.set(read.value.target, read.value.rules);
      return sendRules(reply);
    });

    app.delete(path, (_request, reply) => {
      weather.clear();
      return sendRules(reply);
    });

    app.post(path, (request, reply) => {
      const fields = fieldsOf(request.body);
      if (fields['clear'] !== undefined) {
        weather.clear();
        return reply.redirect(path, 303);
      }
      const given = Object.fromEntries(numbers.flatMap((name) => (fields[name] ? [[name, Number(fields[name])]] : [])));
      const [target = '', mode = ''] = (fields['what'] ?? '').split(' ');
      const rule = weather.read({ target, mode, ...given });
      if (!rule.ok) return sendWeatherPage(reply.code(422), rule.error);
      weather.add(rule.value);
      return reply.redirect(path, 303);
    });
  };

  function sendWeatherPage(reply: FastifyReply, error: string | null): FastifyReply {
    const rules = weather.list();
    const body = html`<h1>Tempo ruim</h1>
<p class="lead">O que dá errado lá fora, e por quantas chamadas.</p>
${error !== null && html`<div class="bad" role="alert"><p>${error}</p></div>`}
<h2>Agora</h2>
${rules.length === 0 ? html`<div class="good" role="status"><p>Céu limpo: tudo responde como deve.</p></div>` : tableOf(rules)}
<form class="card" method="post" action="${path}">
<h2>Acrescentar</h2>
<div class="field"><label for="what">O quê</label><select id="what" name="what">${weatherTargets.map((target) => html`<optgroup label="${targetNames[target]}">${(target === 'notifications' ? noteModes : Object.keys(callModes)).map((mode) => html`<option value="${target} ${mode}">${mode}</option>`)}</optgroup>`)}</select></div>
<div class="row">
<div class="field"><label for="times">Quantas vezes</label><input id="times" name="times" inputmode="numeric" autocomplete="off" placeholder="sempre"></div>
<div class="field"><label for="ms">Milissegundos</label><input id="ms" name="ms" inputmode="numeric" autocomplete="off"></div>
<div class="field"><label for="seconds">Segundos</label><input id="seconds" name="seconds" inputmode="numeric" autocomplete="off"></div>
<div class="field"><label for="count">Cópias</label><input id="count" name="count" inputmode="numeric" autocomplete="off"></div>
</div>
<button>Acrescentar</button>
</form>`;
    return sendPage(reply, { title: 'Tempo ruim', house: 'sandbox', wide: true, body });
  }
}

function tableOf(rules: ReturnType<Weather['list']>): ReturnType<typeof html> {
  return html`<div class="scroll" role="region" aria-label="Regras" tabindex="0"><table><thead><tr><th scope="col">Onde</th><th scope="col">O quê</th><th scope="col">Ainda</th><th scope="col">Como</th></tr></thead><tbody>
${rules.map(({ target, mode, left, ms, seconds, count, code }) => html`<tr><td>${targetNames[target]}</td><td><code>${mode}</code></td><td>${left === null ? 'sempre' : `${left} vezes`}</td><td>${[ms !== undefined && `${ms} ms`, seconds !== undefined && `${seconds} s`, count !== undefined && `${count} cópias`, code].filter((part) => typeof part === 'string').join(', ')}</td></tr>`)}
</tbody></table></div>
<form class="field" method="post" action="${path}"><p></p><button class="quiet" name="clear" value="1">Limpar o céu</button></form>`;
}

function readRules(weather: Weather, input: unknown): Result<{ target: WeatherTarget; rules: readonly WeatherRule[] }, string> {
  const body = typeof input === 'object' && input !== null ? input : {};
  const target = 'target' in body ? weatherTargets.find((name) => name === body.target) : undefined;
  if (target === undefined) return { ok: false, error: `target: one of ${weatherTargets.join(', ')}` };
  const listed: readonly unknown[] = 'rules' in body && Array.isArray(body.rules) ? body.rules : [body];
  const rules: WeatherRule[] = [];
  for (const entry of listed) {
    const given = typeof entry === 'object' && entry !== null ? { ...entry, target } : {};
    if ('mode' in given && given.mode === 'ok') continue;
    const rule = weather.read(given);
    if (!rule.ok) return rule;
    rules.push(rule.value);
  }
  return ok({ target, rules });
}
