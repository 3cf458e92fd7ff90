/** The part of `oidc-provider` 9.13 that the sandbox's directory uses; the package brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** A stored model; the library adds the fields. */
  export type Payload = Readonly<Record<string, unknown>> & { readonly grantId?: string; readonly uid?: string };

  export interface Adapter {
    upsert(id: string, payload: Payload, expiresIn?: number): Promise<void>;
    find(id: string): Promise<Payload | undefined>;
    findByUid(uid: string): Promise<Payload | undefined>;
    findByUserCode(userCode: string): Promise<Payload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  interface OidcContext {
    readonly oidc: {
      readonly acr: string | undefined;
      readonly params: Readonly<Record<string, string | undefined>> | undefined;
      readonly client: { readonly clientId: string };
      readonly session: { readonly accountId: string | undefined };
    };
  }

  export interface Interaction {
    readonly uid: string;
    readonly exp: number;
    readonly prompt: { readonly name: string; readonly reasons: readonly string[] };
    readonly params: Readonly<Record<string, unknown>>;
    session?: { readonly uid: string; readonly accountId?: string } | undefined;
    save(seconds: number): Promise<string>;
  }

  interface GrantModel {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    readonly Grant: new (of: { readonly accountId: string | undefined; readonly clientId: string }) => GrantModel;
    readonly Session: { findByUid(uid: string): Promise<{ destroy(): Promise<void> } | undefined> };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    on(event: string, listener: (...details: unknown[]) => void): this;
  }

  interface Check {
    readonly reason: string;
  }
  interface Prompt {
    readonly checks: { add(check: Check): void };
  }
  interface Policy {
    get(name: string): Prompt;
    add(prompt: Prompt, index?: number): void;
  }
  export const interactionPolicy: {
    readonly Check: new (reason: string, description: string, check: (context: OidcContext) => boolean) => Check;
    readonly Prompt: new (
      options: { readonly name: string; readonly requestable?: boolean },
      ...checks: readonly Check[]
    ) => Prompt;
    base(): Policy;
  };
}
