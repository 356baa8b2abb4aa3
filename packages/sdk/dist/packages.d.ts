// Printed by npm run generate; never edited.
import { type Connection } from './connection.js';
import { type FileContent } from './forms.js';
import { type Repeatable } from './idempotency.js';
import type { Leaving } from './runs.js';
import type { PackageAccepted, PackageInstall, PackageVerdict } from './types.js';
export interface Installing extends Leaving, Repeatable {
    readonly force?: boolean | undefined;
}
export type Packages = ReturnType<typeof packagesOf>;
export declare function packagesOf(connection: Connection): {
    get: (id: string, { signal }?: Leaving) => Promise<PackageInstall>;
    /** Installs a skill from a zip, or updates it to a greater version; with `force` to any other. */
    install(zip: FileContent, { force, signal, ...once }?: Installing): Promise<PackageAccepted>;
    /** What became of an installation, once it is over. */
    wait(id: string, { signal }?: Leaving): Promise<PackageInstall>;
    /** All that is wrong with a package, without installing it. */
    validate(zip: FileContent, { signal }?: Leaving): Promise<PackageVerdict>;
};
