/** The HTTP server: routes, formats and limits. Netty and Jackson stay in here. */
@NullMarked
package straum.http;

import org.jspecify.annotations.NullMarked;
