import type { Catalog } from './frame/catalog.ts';
import type { ScreenFormat } from './frame/defaults.ts';
import { listed } from './frame/listed.ts';
import type { ListedTool } from './frame/listing.ts';
import { catalog } from './toolsets.ts';
import type { Tool } from './frame/define.ts';

/**
 * All tools as a client sees them in this format. In a build this file holds only the values (scripts/build.mjs), so that a
 * list of tools is answered before any tool is loaded.
 */
export function listedCatalog(format: ScreenFormat): Catalog<ListedTool> {
  const all = (tools: readonly Tool[]) =>
    tools.map((tool) =>
      listed(format === 'lean' && tool.runsOn === 'device' ? (tool.lean ?? tool) : tool, format),
    );
  const { toolsets, severalDevices, leases } = catalog;
  return {
    toolsets: {
      device: all(toolsets.device),
      model: all(toolsets.model),
      desktop: all(toolsets.desktop),
      apps: all(toolsets.apps),
      notifications: all(toolsets.notifications),
      files: all(toolsets.files),
      state: all(toolsets.state),
      record: all(toolsets.record),
      crashes: all(toolsets.crashes),
      flows: all(toolsets.flows),
      'first-generation': all(toolsets['first-generation']),
    },
    severalDevices: all(severalDevices),
    leases: all(leases),
  };
}
