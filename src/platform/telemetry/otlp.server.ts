import type { Level } from './level.ts';
import { serviceName } from './limits.ts';
import { postReport } from './post-report.server.ts';
import type { Report, ReportReceiver } from './report.types.ts';

/** The sender, in every OTLP request. */
interface OtlpSource {
  /** Base address of a collector, without a slash at its end: `/v1/logs` is appended. */
  readonly url: string;
  readonly environment: string;
  readonly version: string;
}

/** Severity numbers of the OpenTelemetry log data model. */
const severities: Readonly<Record<Level, number>> = { debug: 5, info: 9, warning: 13, error: 17, fatal: 21 };

/** Sends reports as OTLP log records: JSON over HTTP, `POST /v1/logs` (OTLP 1.5, "OTLP/HTTP", JSON Protobuf encoding). */
export function otlpReceiver(source: OtlpSource): ReportReceiver {
  return {
    deliver: async (reports) => {
      const body = JSON.stringify({
        resourceLogs: [
          {
            resource: { attributes: resourceAttributes(source) },
            scopeLogs: [{ scope: { name: serviceName }, logRecords: reports.map(logRecord) }],
          },
        ],
      });
      await postReport(`${source.url}/v1/logs`, body, { 'content-type': 'application/json' });
    },
  };
}

function resourceAttributes({ environment, version }: OtlpSource): object[] {
  return attributes({
    'service.name': serviceName,
    'service.version': version,
    'deployment.environment.name': environment,
  });
}

function logRecord({ level, event, at, fields, error }: Report): object {
  return {
    timeUnixNano: unixNano(at),
    severityNumber: severities[level],
    severityText: level.toUpperCase(),
    body: { stringValue: event },
    attributes: attributes({
      ...fields,
      ...(error
        ? {
            'exception.type': error.name,
            'exception.message': error.message,
            'exception.stacktrace': error.frames.join('\n'),
          }
        : {}),
    }),
  };
}

/** Nanoseconds since 1970 as decimal text, as the JSON encoding writes 64-bit integers. */
function unixNano(at: Date): string {
  return `${at.getTime()}000000`;
}

function attributes(fields: Readonly<Record<string, string | number | boolean>>): object[] {
  return Object.entries(fields).map(([key, value]) => ({ key, value: attributeValue(value) }));
}

function attributeValue(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
