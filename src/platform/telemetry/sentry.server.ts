import { randomBytes } from 'node:crypto';
import type { SentryAddress } from '../../kernel/env/sentry-dsn.ts';
import { serviceName } from './limits.ts';
import { postReport } from './post-report.server.ts';
import type { Report, ReportReceiver } from './report.types.ts';

export interface SentrySource {
  readonly address: SentryAddress;
  readonly environment: string;
  readonly version: string;
}

/** Sends each report as an envelope with one event (Sentry, "Envelopes" and "Event Payloads"). */
export function sentryReceiver(source: SentrySource): ReportReceiver {
  const headers = {
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${source.address.key}, sentry_client=matricula/${source.version}`,
  };
  return {
    deliver: async (reports) => {
      for (const report of reports) await postReport(source.address.url, envelope(source, report), headers);
    },
  };
}

function envelope({ environment, version }: SentrySource, report: Report): string {
  const id = randomBytes(16).toString('hex');
  const { level, event, at, fields, error } = report;
  const payload = JSON.stringify({
    event_id: id,
    timestamp: at.toISOString(),
    platform: 'javascript',
    level,
    logger: serviceName,
    release: `${serviceName}@${version}`,
    environment,
    tags: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value).slice(0, 200)])),
    ...(error
      ? {
          exception: {
            values: [{ type: error.name, value: error.message, stacktrace: { frames: stack(error.frames) } }],
          },
        }
      : { message: { formatted: event } }),
    transaction: event,
  });
  const head = JSON.stringify({ event_id: id, sent_at: at.toISOString() });
  const item = JSON.stringify({ type: 'event', content_type: 'application/json', length: Buffer.byteLength(payload) });
  return `${head}\n${item}\n${payload}\n`;
}

/** The outermost first, as the protocol requires. */
function stack(frames: readonly string[]): object[] {
  return frames.toReversed().map((frame) => {
    const [, name = '', file = '', line = '', column = ''] = /^(?:(.*) \()?(.*?):(\d+):(\d+)\)?$/.exec(frame) ?? [];
    return file === ''
      ? { function: frame }
      : {
          filename: file,
          lineno: Number(line),
          colno: Number(column),
          in_app: true,
          ...(name === '' ? {} : { function: name }),
        };
  });
}
