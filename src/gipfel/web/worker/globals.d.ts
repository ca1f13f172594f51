/** What a service worker has besides the names of all workers. */

/** The version of the page's files; the server writes it before the script. */
declare const VERSION: string;
declare const clients: Clients;
declare const registration: ServiceWorkerRegistration;
declare function skipWaiting(): Promise<void>;
declare function addEventListener<Name extends keyof ServiceWorkerGlobalScopeEventMap>(
  type: Name,
  listener: (event: ServiceWorkerGlobalScopeEventMap[Name]) => void,
): void;
