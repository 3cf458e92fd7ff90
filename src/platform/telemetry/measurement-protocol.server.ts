import { postReport } from './post-report.server.ts';

/** A property of GA4 and its API secret. */
export interface MeasurementStream {
  /** Address of the collector. */
  readonly url: string;
  /** `G-…` */
  readonly measurementId: string;
  readonly secret: string;
}

/** One event of GA4. `params` are in the protocol's form: money as numbers of whole units. */
export interface MeasurementEvent {
  readonly clientId: string;
  readonly at: Date;
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Sends one event by GA4's Measurement Protocol: `POST /mp/collect` with the property and its secret in the query. The answer
 * does not confirm the event: 2xx means only that it was received. Nothing personal, no user id, and no use of it for
 * advertising.
 */
export function sendMeasurement(
  stream: MeasurementStream,
  { clientId, at, name, params }: MeasurementEvent,
): Promise<boolean> {
  const query = new URLSearchParams({ measurement_id: stream.measurementId, api_secret: stream.secret });
  const body = JSON.stringify({
    client_id: clientId,
    timestamp_micros: at.getTime() * 1000,
    consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
    events: [{ name, params }],
  });
  return postReport(`${stream.url}?${query.toString()}`, body, { 'content-type': 'application/json' });
}
